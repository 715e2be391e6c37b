"""`sortrank lab desk`: a study on the lab's server in the researcher's window."""

import sys
from contextlib import closing

from sortrank_gui.commands.options import LabServer, LabStudy, examples


@examples("sortrank lab desk --server lab", 'sortrank lab desk --server lab --study "Numbers"')
def desk(
    server: LabServer = None,
    study: LabStudy = "",
) -> None:
    """Open the desk: the stations, and the ranking as it grows. As File > Open from the lab."""
    from sortrank_gui.study.lab.addresses import find_address
    from sortrank_gui.study.lab.connecting import connect_server, require_psycopg
    from sortrank_gui.study.lab.roles import RESEARCHER
    from sortrank_gui.study.lab.sharing import find_study

    require_psycopg()
    address = find_address(server, user=RESEARCHER)
    with closing(connect_server(address)) as connection:
        found = find_study(connection, study)

    from sortrank_gui.ui.window.application import SharedSource, WindowOptions, run_window

    sys.exit(run_window(WindowOptions(SharedSource(server or address.text, found.uuid))))
