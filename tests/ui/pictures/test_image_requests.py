from sortrank_gui.ui.pictures.image_requests import ImageRequests, Key


def key(name: str, side: int = 10) -> Key:
    """Return a request for a picture."""
    return (name, side, side)


def drain(requests: ImageRequests) -> str:
    """Return the names of all requests in the order in which they are served."""
    names = []
    while (taken := requests.take()) is not None:
        names.append(str(taken[0]))
    return "".join(names)


def test_urgent_comes_before_ahead_before_usual() -> None:
    """The participant waits least, then the next trial's; thumbnails come when there is time."""
    requests = ImageRequests()
    requests.set_ahead((10, 10), [key("c"), key("d")])
    for name in "ef":
        requests.add(key(name), urgent=False)
    for name in "ba":
        requests.add(key(name), urgent=True)
    assert drain(requests) == "abcdef"
    assert requests.is_empty


def test_request_is_served_once() -> None:
    """Asking again moves a request to the front, and adds none."""
    requests = ImageRequests()
    for name in "abc":
        requests.add(key(name), urgent=False)
    requests.add(key("c"), urgent=True)
    requests.add(key("c"), urgent=True)
    assert drain(requests) == "cab"


def test_new_outlook_replaces_the_old_one() -> None:
    """After an answer other items are likely; those of before are not fetched any more."""
    requests = ImageRequests()
    requests.set_ahead((10, 10), [key("a"), key("b")])
    requests.set_ahead((20, 20), [key("x", 20)])
    requests.set_ahead((10, 10), [key("c")])
    assert drain(requests) == "cx"


def test_screen_that_went_on_leaves_no_queue() -> None:
    """At a robot's full speed only the newest urgent requests stay."""
    requests = ImageRequests()
    for number in range(100):
        requests.add(key(f"{number},"), urgent=True)
    assert drain(requests).split(",")[:3] == ["99", "98", "97"]
    assert requests.is_empty


def test_unreadable_picture_is_dropped_everywhere() -> None:
    """No request for it stays, at any size."""
    requests = ImageRequests()
    requests.add(key("a"), urgent=True)
    requests.add(key("a", 20), urgent=False)
    requests.set_ahead((10, 10), [key("a"), key("b")])
    requests.drop("a")
    assert drain(requests) == "b"
