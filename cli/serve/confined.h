/* The rights that fuda-serve gives up before a phone can talk to it. */
#ifndef FUDA_CONFINED_H
#define FUDA_CONFINED_H

/*
 * From now on it can open no file, start no program and connect to nowhere; it has the pipe, what
 * is open, and may listen at this port. Returns the bits of confine() for what this kernel
 * supports.
 */
unsigned serve_confine(int port);

#endif
