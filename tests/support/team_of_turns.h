/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels' runtime for tests: a team whose cores run one after the other. A kernel is called once per core, and the
   result must not depend on how many there are. */
#ifndef TW_TEAM_OF_TURNS_H
#define TW_TEAM_OF_TURNS_H

#ifdef __cplusplus
extern "C" {
#endif

/* From now on the calling code is core `core` of a team of `cores`. */
void tw_take_turn(int core, int cores);

#ifdef __cplusplus
}
#endif

#endif
