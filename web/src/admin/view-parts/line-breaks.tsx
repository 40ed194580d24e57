import classes from './line-breaks.module.css'

/** Where an e-mail address may break, and, as the group, a receipt number (A§9). */
const breaksAndReceipts = /(?<=@|@\S*\.|\.(?=\S*@))|(W-[\d-]+)/

/**
 * A text whose e-mail addresses break only after @ or a dot, as long as the parts between them fit, and whose receipt
 * numbers do not break at all.
 */
export function LineBreaks({ children }: { readonly children: string }) {
  return children.split(breaksAndReceipts).map((part, index) => {
    if (index % 2 === 0) return part
    // The parts of a text have no names of their own, and never move.
    const key = index
    if (!part) return <wbr key={key} />
    return (
      <span key={key} className={classes.whole}>
        {part}
      </span>
    )
  })
}
