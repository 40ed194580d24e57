/** Maintenance switches (migration 0002). */
export interface MaintenanceTables {}
