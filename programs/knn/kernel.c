// SPDX-License-Identifier: Apache-2.0
//
// The K points nearest to each place, nearest first. A thread has a place, and keeps its list by
// insertion, in local memory; points pass through shared memory.
#include "heddle.h"

enum { THREADS = 64, K = 8 };

struct knn {
    const float *x, *y; // points
    const float *place_x, *place_y;
    unsigned *nearest; // K a place; all ones: there are no more points
    unsigned points, places;
};

struct list {
    float distance[K]; // squared
    unsigned point[K];
};

SHARED float point_x[THREADS];
SHARED float point_y[THREADS];

// Of two that are equally far the earlier one stays in front.
static void insert(struct list *list, float distance, unsigned point)
{
    if (!(distance < list->distance[K - 1])) return;
    unsigned at = K - 1;
    for (; at > 0 && distance < list->distance[at - 1]; at--) {
        list->distance[at] = list->distance[at - 1];
        list->point[at] = list->point[at - 1];
    }
    list->distance[at] = distance;
    list->point[at] = point;
}

KERNEL(knn)
{
    unsigned t = thread_x();
    unsigned place = global_x();
    float x = place < arg->places ? arg->place_x[place] : 0;
    float y = place < arg->places ? arg->place_y[place] : 0;
    struct list list;
    for (unsigned i = 0; i < K; i++) {
        list.distance[i] = __builtin_inff();
        list.point[i] = ~0u;
    }
    for (unsigned first = 0; first < arg->points; first += THREADS) {
        barrier();
        if (first + t < arg->points) {
            point_x[t] = arg->x[first + t];
            point_y[t] = arg->y[first + t];
        }
        barrier();
        unsigned here = min(arg->points - first, THREADS);
        for (unsigned i = 0; i < here; i++) {
            float dx = point_x[i] - x;
            float dy = point_y[i] - y;
            insert(&list, dx * dx + dy * dy, first + i);
        }
    }
    if (place >= arg->places) return;
    for (unsigned i = 0; i < K; i++) arg->nearest[place * K + i] = list.point[i];
}
