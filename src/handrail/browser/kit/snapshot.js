// snapshot
