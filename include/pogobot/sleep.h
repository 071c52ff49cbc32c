// Sleeping on the bare robot. The types are those of the C library's functions of these names.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

void msleep(int ms);
int usleep(unsigned us);
unsigned sleep(unsigned seconds);

#ifdef __cplusplus
}
#endif
