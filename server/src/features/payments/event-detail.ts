/** Plain facts for the event log; texts are scrubbed by the store. */
export type EventDetail = Record<string, string | number | boolean | null>
