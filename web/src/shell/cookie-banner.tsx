import { cookieTexts } from '@portal/contract/cookie-texts'
import { useState } from 'react'
import { takesCookies } from '#session/storage/cookies.ts'
import { Notice } from '#ui/text/notice.tsx'
import classes from './offline-banner.module.css'

/** A banner on every page of a browser that refuses cookies, before anything is typed in vain. */
export function CookieBanner() {
  const [isFine] = useState(takesCookies)
  if (isFine) return null
  return (
    <div className={classes.banner}>
      <Notice tone="error" title={cookieTexts.refused}>
        <p>{cookieTexts.allow}</p>
      </Notice>
    </div>
  )
}
