/** The last line of every page (C§9): 'All Rights Reserved © {year}' followed by the utility's name. */
export function rightsReserved(year: number, utilityName: string): string {
  return `All Rights Reserved © ${year} ${utilityName}`
}
