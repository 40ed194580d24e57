import type { SwitchName } from '@portal/contract/call'
import { useEffect, useState } from 'react'
import { whenOnline } from '#ui/waiting/online.ts'
import { usePortalStart } from './portal-start.tsx'

/** Needed only while something is closed. */
const loadWatch = whenOnline(async () => await import('./watch-switch.ts'))

/**
 * Whether maintenance stops a function (R16), and what to call when the server has just said so. While it does, the
 * server is asked again, so that the function opens without the page being loaded anew.
 */
export function useClosed(name: SwitchName): [isClosed: boolean, close: () => void] {
  const { maintenance } = usePortalStart()
  const [isClosed, setClosed] = useState(maintenance[name])
  useEffect(() => {
    if (!isClosed) return undefined
    const watching = loadWatch().then(({ watchSwitch }) => watchSwitch(name, () => setClosed(false)))
    return () => void watching.then((stop) => stop())
  }, [isClosed, name])
  return [isClosed, () => setClosed(true)]
}
