"""The two roles that log in to a lab's server."""

STATION = "sortrank_station"
RESEARCHER = "sortrank_researcher"
ROLES = (STATION, RESEARCHER)
