import { code128, quietZone } from './code-128.ts'
import classes from './bar-code-image.module.css'

const height = 48

/** The bar code of a bill's number, with the number below it. */
export function BarCodeImage({ digits }: { readonly digits: string }) {
  const { bars, width } = code128(digits)
  const path = bars.map((bar) => `M${bar.at + quietZone} 0h${bar.width}v${height}h-${bar.width}z`).join('')
  return (
    <figure className={classes.code}>
      <svg viewBox={`0 0 ${width + 2 * quietZone} ${height}`} role="img" aria-label={`Barcode for invoice ${digits}`}>
        <rect width="100%" height="100%" fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption>{digits}</figcaption>
    </figure>
  )
}
