/**
 * SQL that is true while the imported ledger has a person among the customers of an account who may use the portal.
 * Only such accounts may be open in a customer's session. It is for statements about sessions. Such a statement locks
 * the table of holders until its transaction ends, and the swap of an import locks that whole table, so the statement
 * runs either before the swap or after it.
 * @param person the column with the person's id
 * @param account the column with the account's number
 */
export function holdsAccount(person: string, account: string): string {
  return `exists (select from cis.account_person link
    where link.account_id = ${account} and link.person_id = ${person} and link.may_use_web)`
}
