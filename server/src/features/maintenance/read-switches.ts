import type { SwitchName } from '@portal/contract/call'
import { epochOf } from '@portal/contract/dates'
import type { Deps } from '../../deps.ts'
import { selectSwitches } from './queries.ts'

/** Which functions are switched off for maintenance (design R16). */
export type Switches = Readonly<Record<SwitchName, boolean>>

/** A flipped switch takes effect everywhere within this time. */
const rememberedFor = 1000

/**
 * Makes a reader of the switches that asks the database at most once a second.
 * @throws whatever the database throws.
 */
export function switchReader({ db, clock }: Pick<Deps, 'db' | 'clock'>): () => Promise<Switches> {
  let remembered: { switches: Switches; until: number } | null = null
  return async () => {
    const now = epochOf(clock.now())
    if (remembered && now < remembered.until) return remembered.switches
    const rows = await selectSwitches(db)
    const isOff = (name: SwitchName): boolean => rows.some((row) => row.name === name && row.is_off)
    remembered = { switches: { login: isOff('login'), payNow: isOff('payNow') }, until: now + rememberedFor }
    return remembered.switches
  }
}
