// SPDX-License-Identifier: Apache-2.0
//
// Modules, which are images in the device's memory, and their kernels.
#include <string.h>

#include "device.h"
#include "image_add.h"

static struct device_module *find(struct heddle_device *d, uint64_t id, uint32_t place)
{
    if (id >> 48 != d->number || place >= ISA_MAX_IMAGES) return NULL;
    struct device_module *m = &d->module[place];
    return m->serial != 0 && m->serial == device_serial(id) ? m : NULL;
}

enum heddle_status heddle_module_load(struct heddle_device *device, const char *path,
                                      struct heddle_module *module)
{
    char error[IMAGE_ERROR];
    uint32_t place = 0;
    DEVICE_NEEDS_OPEN(device);
    if (path == NULL || module == NULL)
        return device_fail(device, HEDDLE_BAD_VALUE, "the path, or where the module goes, is NULL");
    while (place < ISA_MAX_IMAGES && device->module[place].serial != 0) place++;
    if (place == ISA_MAX_IMAGES)
        return device_fail(device, HEDDLE_NO_ROOM, "%s: there are %d modules, which is the most",
                           path, ISA_MAX_IMAGES);
    struct device_module *m = &device->module[place];
    if (!image_add(&device->memory, &m->image, path, error))
        return device_fail(device, HEDDLE_BAD_FILE, "%s", error);
    m->serial = ++device->serial;
    module->id = device_handle(device, place, m->serial);
    return HEDDLE_OK;
}

enum heddle_status heddle_module_unload(struct heddle_device *device, struct heddle_module module)
{
    DEVICE_NEEDS_OPEN(device);
    struct device_module *m = find(device, module.id, device_place(module.id));
    if (m == NULL) return device_bad_handle(device, module.id, "module");
    const enum heddle_status status = device_synchronize(device);
    isa_memory_remove(&device->memory, &m->image);
    image_free(&m->image);
    m->serial = 0;
    return status;
}

enum heddle_status heddle_kernel_find(struct heddle_device *device, struct heddle_module module,
                                      const char *name, struct heddle_kernel *kernel)
{
    DEVICE_NEEDS_OPEN(device);
    const struct device_module *m = find(device, module.id, device_place(module.id));
    if (m == NULL) return device_bad_handle(device, module.id, "module");
    if (name == NULL || kernel == NULL)
        return device_fail(device, HEDDLE_BAD_VALUE, "the name, or where the kernel goes, is NULL");
    const struct isa_kernel *found = isa_image_kernel(&m->image, name);
    if (found == NULL) {
        char names[HOST_ERROR / 2] = "";
        for (uint32_t k = 0; k < m->image.kernels && strlen(names) < sizeof names - 1; k++)
            snprintf(names + strlen(names), sizeof names - strlen(names), " %s",
                     m->image.kernel[k].name);
        return device_fail(device, HEDDLE_NOT_FOUND, "no kernel %s in the module; there are:%s",
                           name, names);
    }
    const uint32_t number = (uint32_t)(found - m->image.kernel);
    if (number > DEVICE_KERNELS)
        return device_fail(device, HEDDLE_NO_ROOM, "kernel %s: a module has %d at most", name,
                           DEVICE_KERNELS + 1);
    kernel->id = device_handle(device, number * ISA_MAX_IMAGES + device_place(module.id),
                               device_serial(module.id));
    return HEDDLE_OK;
}

const struct isa_kernel *device_kernel(struct heddle_device *d, struct heddle_kernel kernel,
                                       const struct isa_image **image)
{
    const uint32_t place = device_place(kernel.id), number = place / ISA_MAX_IMAGES;
    const struct device_module *m = find(d, kernel.id, place % ISA_MAX_IMAGES);
    if (m == NULL || number >= m->image.kernels) {
        device_bad_handle(d, kernel.id, "kernel");
        return NULL;
    }
    *image = &m->image;
    return &m->image.kernel[number];
}

enum heddle_status heddle_kernel_info(struct heddle_device *device, struct heddle_kernel kernel,
                                      struct heddle_kernel_info *info)
{
    const struct isa_image *image;
    DEVICE_NEEDS_OPEN(device);
    const struct isa_kernel *k = device_kernel(device, kernel, &image);
    if (k == NULL) return HEDDLE_BAD_HANDLE;
    if (info == NULL) return device_fail(device, HEDDLE_BAD_VALUE, "where the info goes is NULL");
    *info = (struct heddle_kernel_info){k->name, k->argument_bytes, image->shared_bytes};
    return HEDDLE_OK;
}
