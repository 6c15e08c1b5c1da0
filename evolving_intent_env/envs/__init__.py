"""The Gymnasium face: environment, spaces, wrappers, configuration, registration."""
