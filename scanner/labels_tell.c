/*
 * What was made, and how it is printed.
 */
#include "labels.h"

#include <glib.h>
#include <libintl.h>

static void print_json_text(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++)
        if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ')
            printf("\\u%04x", (unsigned)*text);
        else
            putchar(*text);
    putchar('"');
}

/* The label of the last page that is free, from 1; 0: none is. */
static int next_label(const struct job *job)
{
    return (job->from + job->count) % sheet_count(job->sheet) + 1;
}

/* "1 Sakura no Hana, 2 Mizu" */
static void tell_numbered(FILE *out, const struct job *job)
{
    const char *before = "";
    for (int i = 0; i < job->count; i++) {
        struct face face;
        if (!job->deck->label[job->label[i]].sticker.numbered
            || (i > 0 && job->label[i] == job->label[i - 1]))
            continue;
        if (before[0] == '\0')
            fprintf(out, "%s ",
                gettext("The deck gives these cards no number, so they got one each; write it into "
                        "the deck before that is changed:"));
        face_make(&face, job->deck, job->label[i], job->japanese);
        fprintf(out, "%s%s", before, face.title);
        before = job->japanese ? "、" : ", ";
    }
    fputs(before[0] != '\0' ? "\n" : "", out);
}

void files_tell(const struct files *files, const struct job *job, FILE *out)
{
    const struct form *f = job->form;
    int pages = job_pages(job), next = next_label(job), columns = job->sheet->columns;
    for (int i = 0; i < files->count; i++)
        fprintf(out, "%s\n", files->file[i].path != NULL ? files->file[i].path : "-");
    fprintf(out,
        gettext("Stickers of %s: %d, on %d × %s (%s); codes of %.1f mm, a module %.3f mm (%d dots "
                "at %.0f dpi).\n"),
        deck_title(job->deck), job->count, pages, job->sheet->name, papers[job->sheet->paper].name,
        f->module * MODULES, f->module, f->dots, 25.4 / f->dot);
    fputs(gettext("Print at 100 % (“actual size”), in full black: codes printed with low toner or "
                  "as a draft are not read by lamplight.\n"),
        out);
    if (next == 1)
        fputs(gettext("The last sheet is full.\n"), out);
    else
        fprintf(out,
            gettext("The next unused label is in row %d, column %d: next time --from %d.\n"),
            (next - 1) / columns + 1, (next - 1) % columns + 1, next);
    tell_numbered(out, job);
}

void files_tell_json(const struct files *files, const struct job *job)
{
    const struct form *f = job->form;
    printf("{\"files\":[");
    for (int i = 0; i < files->count; i++) {
        printf("%s", i > 0 ? "," : "");
        const char *path = files->file[i].path != NULL ? files->file[i].path : "-";
        print_json_text(g_utf8_validate(path, -1, NULL) ? path : "?");
    }
    printf(
        "],\"game\":\"%s\",\"sheet\":\"%s\",\"paper\":\"%s\",\"stickers\":%d,\"pages\":%d,"
        "\"label\":[%g,%g],\"code\":%.3f,\"module\":%.4f,\"dots\":%d,\"dpi\":%.0f,\"next\":%d}\n",
        job->deck->book->id, job->sheet->name, papers[job->sheet->paper].name, job->count,
        job_pages(job), job->sheet->width, job->sheet->height, f->module * MODULES, f->module,
        f->dots, 25.4 / f->dot, next_label(job));
}
