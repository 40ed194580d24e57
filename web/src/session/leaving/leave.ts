/**
 * Loads another of our pages from scratch when the person at the browser may change: nothing of the previous person
 * stays in memory, Back does not lead to their page, and the new page knows who is signed in.
 */
export function leaveFor(address: string): void {
  location.replace(address)
}
