/*
 * What fuda-sync gives up before it reads what others wrote, for good: so a process is for one
 * remote. Where a kernel has no such thing, all is as it was.
 */
#ifndef FUDA_SYNC_CONFINED_H
#define FUDA_SYNC_CONFINED_H

/* Everything but the files of that folder. */
void confine_to_folder(const char *path);

/*
 * Before connecting: it reads how names are found, and these files (NULL after the last), and
 * writes none.
 */
void confine_to_connecting(const char *const *files);

/* Connected: nothing but what is open. */
void confine_to_connection(void);

#endif
