import classes from './home-page.module.css'

/** The waves at the bottom of the welcome band. */
export function Waves() {
  return (
    <svg className={classes.waves} viewBox="0 0 1440 200" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 96c180-64 320-64 520-16s360 72 560 16 260-56 360-28v132H0z" fill="#ffffff" fillOpacity="0.08" />
      <path d="M0 136c200-48 380-40 560 0s340 44 520 4 260-40 360-16v76H0z" fill="#ffffff" fillOpacity="0.1" />
      <path className={classes.shore} d="M0 172c220-32 420-28 640-4s420 20 560-4 180-16 240-8v44H0z" />
    </svg>
  )
}
