/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_MODEL_SPEED_H
#define HEDDLE_MODEL_SPEED_H

/* Cycles a second of the first instance's model alone, over the recording that is being played. */
double hd_model_speed(void);

#endif
