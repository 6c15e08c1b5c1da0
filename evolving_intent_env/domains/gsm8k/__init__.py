"""GSM8K: its rows into chains by rule, files of the official release as they are."""
