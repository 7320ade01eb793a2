"""The views: each module answers the addresses of one part of the shop."""
