/* Bytes as text, in base64 (RFC 4648 §4). */
#ifndef FUDA_BASE64_H
#define FUDA_BASE64_H

#include "say.h"

void base64_write(struct text *out, struct span bytes);
/* What is no digit ends it. */
void base64_read(struct text *out, const char *at);

#endif
