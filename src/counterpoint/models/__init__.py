"""Access to models: requests, response keys, the journal, the query engine, planted respondents."""
