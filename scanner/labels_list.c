/* The sheets there are, and how a camera reads their codes. */
#include "labels_wish.h"

#include <libintl.h>

int camera_grade(double pixels)
{
    int grade = 0;
    while (grade < 3 && pixels >= pixels_needed[grade] - 1e-9)
        grade++;
    return grade;
}

const char *const camera_grades[] = {N_("too small"), N_("just read"), N_("read well"),
    N_("read by any reader")};

void sheets_tell_camera(const struct wish *wish)
{
    int camera = (int)wish->camera;
    double table = wish->table * 10;
    printf(gettext(
               "A camera %d pixels wide that sees %g cm of the table needs codes of at least\n"),
        camera, wish->table);
    for (int i = 0; i < 3; i++) {
        double code = camera_code(camera, table, pixels_needed[i]);
        printf(gettext(
                   "  %5.1f mm (%5.1f mm with the white around it), %.2f pixels a module: %s\n"),
            code, code * CODE_WHOLE / MODULES, pixels_needed[i], gettext(camera_grades[i + 1]));
    }
}

static void tell_sheet(const struct wish *wish, const struct label_sheet *s, bool first)
{
    struct form form;
    struct why why;
    char size[32], first_at[32] = "";
    if (!form_make(&form, s, PRINTER_DOT, &why))
        return;
    double code = form.module * MODULES;
    double pixels = wish->camera > 0
                        ? camera_pixels((int)wish->camera, wish->table * 10, form.module)
                        : 0;
    if (wish->json) {
        printf("%s\n  "
               "{\"sheet\":\"%s\",\"maker\":\"%s\",\"alias\":\"%s\",\"paper\":\"%s\",\"columns\":%"
               "d,\"rows\":%d,\"label\":[%g,%g],\"first\":[%g,%g],\"code\":%.2f,\"module\":%.4f",
            first ? "" : ",", s->name, s->maker != NULL ? s->maker : "",
            s->alias != NULL ? s->alias : "", papers[s->paper].name, s->columns, s->rows, s->width,
            s->height, s->left, s->top, code, form.module);
        if (wish->camera > 0)
            printf(",\"pixels\":%.2f", pixels);
        putchar('}');
        return;
    }
    snprintf(size, sizeof size, "%g × %g mm", s->width, s->height);
    /* × is two bytes and one column */
    printf("  %-7s %-12s %-6s %4d (%d × %d)%*s%-18s", s->name, s->maker != NULL ? s->maker : "",
        papers[s->paper].name, sheet_count(s), s->columns, s->rows, s->columns >= 10 ? 1 : 2, "",
        size);
    if (!s->cut)
        snprintf(first_at, sizeof first_at, "+%g+%g", s->left, s->top);
    printf("%-13s", first_at);
    printf(gettext("code %4.1f mm"), code);
    if (wish->camera > 0)
        printf("  %.2f: %s", pixels, gettext(camera_grades[camera_grade(pixels)]));
    if (s->alias != NULL)
        printf("  = %s", s->alias);
    putchar('\n');
}

void sheets_tell(const struct wish *wish)
{
    struct label_sheet plain;
    struct why why;
    if (wish->json && wish->camera > 0)
        printf("{\"camera\":%g,\"table\":%g,\"codes\":[%.2f,%.2f,%.2f],\"sheets\":[", wish->camera,
            wish->table, camera_code((int)wish->camera, wish->table * 10, pixels_needed[0]),
            camera_code((int)wish->camera, wish->table * 10, pixels_needed[1]),
            camera_code((int)wish->camera, wish->table * 10, pixels_needed[2]));
    else if (wish->json)
        printf("{\"sheets\":[");
    for (const struct label_sheet *s = sheets; s->columns > 0; s++)
        tell_sheet(wish, s, s == sheets);
    if (sheet_find(&plain, "plain", wish->on, &why))
        tell_sheet(wish, &plain, false);
    puts(wish->json
             ? "]}"
             : gettext(
                 "Plain paper, to be cut: --sheet plain, or a label's size in mm: --sheet 30x18.\n"
                 "Other sheets: --sheet WxH+LEFT+TOP+ACROSSxDOWN, first label and pitch in mm.\n"
                 "+LEFT+TOP is where the first label begins. Where a printer prints 1 mm too far "
                 "to the right, take that\n"
                 "off: --sheet ELM022+7.4+8.8."));
}

void sheets_tell_names(void)
{
    for (const struct label_sheet *s = sheets; s->columns > 0; s++)
        puts(s->name);
    puts("plain\nlist");
}
