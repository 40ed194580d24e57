/** One thing that an installation needs (`portal check`). `bad`: `says` what to do. `open`: only a person can tell. */
export interface Checked {
  about: string
  outcome: 'good' | 'bad' | 'open'
  says: string
}
