/// What a user sends with a question: the machine's contexts and how fast they are.
#ifndef BAKE_REPORT_H
#define BAKE_REPORT_H

/// Prints for each kind of context its renderer, extensions, formats, tier and the times of a short bench. Takes some
/// seconds, and needs no display.
void Report_Print(void);

#endif
