/* What fuda-serve gives up before a phone can speak to it. */
#ifndef FUDA_CONFINED_H
#define FUDA_CONFINED_H

/*
 * From now on: no file of the system, no other program, no connection to anywhere; only the pipe,
 * what is open, and listening at this port. The bits of confine() for what this kernel has.
 */
unsigned serve_confine(int port);

#endif
