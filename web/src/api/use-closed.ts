import type { SwitchName } from '@portal/contract/call'
import { useEffect, useState } from 'react'
import { whenOnline } from '#ui/waiting/online.ts'
import { usePortalStart } from './portal-start.tsx'

/** Needed only while something is closed. */
const loadWatch = whenOnline(async () => await import('./watch-switch.ts'))

/** For maintenance (R16). Asks the server again, so that the function opens without loading the page anew. */
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
