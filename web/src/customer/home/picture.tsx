import classes from './home-page.module.css'

/** Beside the welcome on wide screens: a paid bill, afloat. Decoration only. */
export function Picture() {
  return (
    <svg className={classes.picture} viewBox="0 0 360 380" aria-hidden="true">
      <circle cx="190" cy="186" r="168" fill="#ffffff" fillOpacity="0.07" />
      <circle cx="190" cy="186" r="122" fill="#ffffff" fillOpacity="0.07" />
      <g transform="rotate(-5 180 190)">
        <path d="M88 54h184v262l-23-14-23 14-23-14-23 14-23-14-23 14-23-14-23 14z" fill="#ffffff" />
        <path d="M180 84c12 14 19.5 24 19.5 33.5a19.5 19.5 0 0 1-39 0c0-9.5 7.5-19.5 19.5-33.5z" fill="#2f7fd1" />
        <rect x="112" y="160" width="136" height="10" rx="5" fill="#d2e5f8" />
        <rect x="112" y="184" width="96" height="10" rx="5" fill="#e7eff7" />
        <rect x="112" y="208" width="116" height="10" rx="5" fill="#e7eff7" />
        <path d="M112 238h136" stroke="#d9e1ea" strokeWidth="2" />
        <rect x="112" y="254" width="56" height="12" rx="6" fill="#a5cbf1" />
        <rect x="196" y="252" width="52" height="16" rx="8" fill="#0b5cab" />
      </g>
      <circle cx="276" cy="286" r="40" fill="#12703f" stroke="#ffffff" strokeWidth="6" />
      <path
        d="M258 287l13 13 24-27"
        fill="none"
        stroke="#ffffff"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M52 112c7 8 11.5 14 11.5 19.5a11.5 11.5 0 0 1-23 0c0-5.5 4.5-11.5 11.5-19.5z" fill="#7cc0ff" />
      <path d="M318 84c5 6 8 10 8 14a8 8 0 0 1-16 0c0-4 3-8 8-14z" fill="#cfe5fb" />
    </svg>
  )
}
