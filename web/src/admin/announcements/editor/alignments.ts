/** The alignments of paragraphs and headings. */
export const alignments = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof alignments)[number]
