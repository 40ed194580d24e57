/**
 * SQL that is true while the imported ledger names a person as one of an account's customers who may use the portal:
 * what a customer's session may have open. It is for statements about sessions. Such a statement holds the table of
 * holders until its transaction ends, and the change-over of an import has that table to itself; so each comes wholly
 * before or wholly after the other.
 * @param person the column with the person's id
 * @param account the column with the account's number
 */
export function holdsAccount(person: string, account: string): string {
  return `exists (select from cis.account_person link
    where link.account_id = ${account} and link.person_id = ${person} and link.may_use_web)`
}
