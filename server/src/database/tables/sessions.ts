/** Sessions, the accounts opened to them, and spent human checks (migration 0001). */
export interface SessionTables {}
