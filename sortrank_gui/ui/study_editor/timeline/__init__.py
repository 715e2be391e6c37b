"""The editor of what happens in a session: steps, questionnaires, blocks and conditions."""
