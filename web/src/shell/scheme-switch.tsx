import { schemeCookie } from '@portal/contract/paths'
import { useId, useState } from 'react'
import { t } from '#ui/text/t.ts'
import classes from './footer.module.css'

const schemes = { system: t('Like the device'), light: t('Light'), dark: t('Dark') } as const
type Scheme = keyof typeof schemes

const aYear = 31_536_000

/** In a cookie, so that the next page comes in the right colors from the server. */
export function SchemeSwitch() {
  const [chosen, setChosen] = useState(readScheme)
  const id = useId()
  const choose = (scheme: Scheme) => {
    document.cookie = `${schemeCookie.name}=${scheme}; Path=/; SameSite=Lax; Max-Age=${aYear}`
    document.getElementById('dark-scheme')?.setAttribute('media', schemeCookie.media[scheme])
    setChosen(scheme)
  }
  return (
    <p className={classes.scheme}>
      <label htmlFor={id}>{t('Colors')}</label>
      <select id={id} value={chosen} onChange={(event) => choose(schemeOf(event.target.value))}>
        {Object.entries(schemes).map(([scheme, name]) => (
          <option key={scheme} value={scheme}>
            {name}
          </option>
        ))}
      </select>
    </p>
  )
}

function readScheme(): Scheme {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${schemeCookie.name}=`))
  return schemeOf(cookie?.split('=')[1])
}

function schemeOf(value: string | undefined): Scheme {
  return value === 'light' || value === 'dark' ? value : 'system'
}
