/* Version shown by banners and `rigidc --version`. */
#ifndef RIGIDC_VERSION_H
#define RIGIDC_VERSION_H

#define RIGIDC_VERSION "0.1.0"

#endif
