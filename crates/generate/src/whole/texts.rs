//! Modules about strings: a name that is replaced and made longer, and entries that own their names.

use super::Module;
use crate::text::Text;

/// A string on the heap that is replaced.
pub(super) fn name(text: &mut Text, at: usize) -> Module {
    let old = text.or_slip("free(name{at});", "").replace("{at}", &at.to_string());
    let room = text.or_slip("strlen(s) + 1", "strlen(s)");
    let both = text.or_slip("n + strlen(s) + 1", "n + strlen(s)");
    text.lines(&format!(
        "static char *name{at};
static void rename{at}(const char *s) {{
    char *copy = malloc({room});
    if (copy == NULL) return;
    strcpy(copy, s);
    {old}
    name{at} = copy;
}}
static void extend{at}(const char *s) {{
    if (name{at} == NULL) return;
    size_t n = strlen(name{at});
    if (n > 12) return;
    char *more = realloc(name{at}, {both});
    if (more == NULL) return;
    strcpy(more + n, s);
    name{at} = more;
}}
static int letters{at}(const char *s) {{ return *s ? 1 + letters{at}(s + 1) : 0; }}"
    ));
    Module {
        locals: Vec::new(),
        uses: vec![
            format!("rename{at}(\"one\");"),
            format!("rename{at}(k > 3 ? \"three\" : \"\");"),
            format!("extend{at}(\"ab\");"),
            format!("if (name{at}) k = letters{at}(name{at}) & 7;"),
            format!("if (name{at}) for (char *p = name{at}; *p; p++) if (*p == 'e') *p = 'a';"),
        ],
        take: None,
        put: None,
        clear: format!("free(name{at}); name{at} = NULL;"),
    }
}

/// A list of entries, each with a name of its own.
pub(super) fn entries(text: &mut Text, at: usize) -> Module {
    let room = text.or_slip("strlen(s) + 1", "strlen(s)");
    let copy = if text.random.percent(50) { "strdup(s)".to_owned() } else { format!("copy{at}(s)") };
    let missing = text.or_slip("if (e->name == NULL) { free(e); return; }", "");
    let unlink = text.or_slip("*at = e->next;", "at = &e->next;");
    let free_name = text.or_slip("free(e->name);", "");
    let last_free = text.or_slip("free(e->name); free(e);", "free(e); free(e->name);");
    let old = text.or_slip("free(e->name);", "");
    text.lines(&format!(
        "struct entry{at} {{ char *name; int uses; struct entry{at} *next; }};
static struct entry{at} *entries{at};
static char *copy{at}(const char *s) {{
    char *made = malloc({room});
    if (made) strcpy(made, s);
    return made;
}}
static struct entry{at} *look{at}(const char *s) {{
    for (struct entry{at} *e = entries{at}; e; e = e->next)
        if (strcmp(e->name, s) == 0) return e;
    return NULL;
}}
static void enter{at}(const char *s) {{
    struct entry{at} *e = look{at}(s);
    if (e) {{ e->uses++; return; }}
    e = malloc(sizeof *e);
    if (e == NULL) return;
    e->name = {copy};
    {missing}
    e->uses = 1;
    e->next = entries{at};
    entries{at} = e;
}}
static void drop{at}(const char *s) {{
    struct entry{at} **at = &entries{at};
    while (*at && strcmp((*at)->name, s) != 0) at = &(*at)->next;
    if (*at == NULL) return;
    struct entry{at} *e = *at;
    {unlink}
    {free_name}
    free(e);
}}
static void call{at}(const char *from, const char *to) {{
    struct entry{at} *e = look{at}(from);
    if (e == NULL) return;
    char *made = copy{at}(to);
    if (made == NULL) return;
    {old}
    e->name = made;
}}
static size_t longest{at}(void) {{
    size_t most = 0;
    for (struct entry{at} *e = entries{at}; e; e = e->next) {{
        char line[16];
        snprintf(line, sizeof line, \"%s:%d\", e->name, e->uses);
        if (strlen(line) > most) most = strlen(line);
    }}
    return most;
}}
static void forget{at}(void) {{
    while (entries{at}) {{
        struct entry{at} *e = entries{at};
        entries{at} = e->next;
        {last_free}
    }}
}}"
    ));
    Module {
        locals: Vec::new(),
        uses: vec![
            format!("enter{at}(\"one\");"),
            format!("enter{at}(k > 3 ? \"three\" : \"\");"),
            format!("drop{at}(k > 2 ? \"one\" : \"three\");"),
            format!("call{at}(\"one\", \"longer\");"),
            format!("k = longest{at}() & 7;"),
            format!("if (look{at}(\"three\")) k = 1;"),
        ],
        take: None,
        put: None,
        clear: format!("forget{at}();"),
    }
}
