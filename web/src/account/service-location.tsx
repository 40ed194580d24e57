import { serviceLocationLimit, truncate } from '@portal/contract/text'
import { Toggletip } from '#ui/overlay/toggletip.tsx'
import classes from './service-location.module.css'

/**
 * A service location in a table: shortened, with the full text in a bubble (A§9, C§9); in full on cards and in print.
 */
export function ServiceLocation({ text }: { readonly text: string }) {
  const short = truncate(text, serviceLocationLimit)
  if (short === text) return text
  return (
    <>
      <span className={classes.short}>
        <Toggletip full={text}>{short}</Toggletip>
      </span>
      <span className={classes.whole}>{text}</span>
    </>
  )
}
