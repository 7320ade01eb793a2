"""Addresses, certificates, sign-ins and rules of a browser's network, as plain data."""
