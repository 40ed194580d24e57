import type { ReactNode } from 'react'
import classes from './icons.module.css'

interface IconProps {
  /** CSS pixels. */
  readonly size?: number
}

/** All icons are decorative: the words beside them carry the meaning. */
export function icon(shape: ReactNode) {
  return function Icon({ size = 20 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    )
  }
}

export const CalendarIcon = icon(<path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" />)
export const CheckIcon = icon(<path d="M5 12.5 10 17.5 19.5 7" />)
export const CrossIcon = icon(<path d="M6 6l12 12M18 6 6 18" />)
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.5v.01" />
  </>,
)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.5v.01" />
  </>,
)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3.5 2" />
  </>,
)
export const ShieldIcon = icon(
  <>
    <path d="M12 3l7.5 2.7v5.6c0 4.7-3.1 8-7.5 9.7-4.4-1.7-7.5-5-7.5-9.7V5.7z" />
    <path d="M8.5 12l2.5 2.5 4.5-5" />
  </>,
)
export const PhoneIcon = icon(
  <path d="M5 4h3.5l1.8 4.5-2.3 1.6a12 12 0 0 0 5.9 5.9l1.6-2.3L20 15.5V19a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4z" />,
)
export const MailIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <path d="M3.5 7l8.5 6 8.5-6" />
  </>,
)
export const CardIcon = icon(
  <>
    <rect x="2.5" y="5" width="19" height="14" rx="2" />
    <path d="M2.5 10h19M6.5 15h3" />
  </>,
)
export const BillIcon = icon(
  <>
    <path d="M6 3h12v18l-3-2-3 2-3-2-3 2z" />
    <path d="M9.5 8h5M9.5 12h5" />
  </>,
)
export const HomeIcon = icon(<path d="M4 11.5 12 4.5l8 7V20h-5.5v-5.5h-5V20H4z" />)
export const CopyIcon = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M15 9V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h3" />
  </>,
)
export const DownloadIcon = icon(<path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14" />)
export const PrintIcon = icon(<path d="M7 9V4h10v5M7 17H4.5v-6a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v6H17M7 14h10v6H7z" />)
export const PlayIcon = icon(<path d="M8 5.5v13l11-6.5z" fill="currentColor" />)
export const ArrowIcon = icon(<path d="M5 12h14M13.5 6.5 19 12l-5.5 5.5" />)
export const BackIcon = icon(<path d="M19 12H5M10.5 6.5 5 12l5.5 5.5" />)
export const LockIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="10" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
)
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const BuildingIcon = icon(
  <>
    <path d="M5 20V4.5h9V20M14 9.5h5V20M3 20h18" />
    <path d="M8.5 8.5h2M8.5 12h2M8.5 15.5h2" />
  </>,
)
export const ChartIcon = icon(<path d="M4 20h16M7 20v-7M12 20V6M17 20v-10" />)
export const NextIcon = icon(<path d="M9.5 5.5 16 12l-6.5 6.5" />)
export const PreviousIcon = icon(<path d="M14.5 5.5 8 12l6.5 6.5" />)
export const DownIcon = icon(<path d="M5.5 9 12 15.5 18.5 9" />)
export const BinIcon = icon(<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5" />)
export const EditIcon = icon(<path d="M4.5 19.5 5.5 15 15.5 5l3.5 3.5-10 10zM13.5 7l3.5 3.5" />)
export const SortIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />)

/** Decorative: the words beside it say what is happening. */
export function Spinner({ size = 20 }: { readonly size?: number }) {
  return (
    <svg className={classes.spinner} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
