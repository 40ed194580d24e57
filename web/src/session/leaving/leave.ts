import { shownAddress } from '#paths.ts'

/** From scratch, as the person at the browser may change: nothing stays in memory, and Back does not lead back. */
export function leaveFor(address: string): void {
  location.replace(shownAddress(address))
}
