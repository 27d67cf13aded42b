/* The version that banners and `rigidc --version` show. */
#ifndef RIGIDC_VERSION_H
#define RIGIDC_VERSION_H

#define RIGIDC_VERSION "0.1.0"

#endif
