import { encode } from 'uqr'
import classes from './second-factor.module.css'

/** The width of the white border that cameras need around the code, in modules (ISO/IEC 18004). */
const quietZone = 4

/** A QR code as a single SVG path. Trusted Types would refuse the library's own markup, which is a string. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {/* Black on white in dark mode too: many cameras cannot read an inverted code. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
