/**
 * Leaves for another of our pages by loading it anew, when somebody else is at the browser from here on: nothing of the
 * person before stays in memory, Back does not lead to their page, and the new page knows who is signed in.
 */
export function leaveFor(address: string): void {
  location.replace(address)
}
