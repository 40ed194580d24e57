import { serviceLocationLimit, truncate } from '@portal/contract/text'
import { Toggletip } from '#ui/toggletip.tsx'
import classes from './service-location.module.css'

/** A service location in a table: cut, with the whole of it in a bubble (A§9, C§9); whole on cards, and on paper. */
export function ServiceLocation({ text }: { readonly text: string }) {
  const short = truncate(text, serviceLocationLimit)
  if (short === text) return text
  return (
    <>
      <span>
        <Toggletip full={text}>{short}</Toggletip>
      </span>
      <span className={classes.whole}>{text}</span>
    </>
  )
}
