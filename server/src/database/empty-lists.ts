import {
  BinaryOperationNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  RawNode,
  type UnknownRow,
  ValueListNode,
  ValuesNode,
  ValueNode,
} from 'kysely'

/**
 * Nothing is in an empty list, and inserting no rows inserts none. PostgreSQL has no way to write either, and Kysely would
 * send it `in ()` and `insert … values`. Raw SQL takes arrays instead: `= any(${list}::text[])`.
 */
export class EmptyLists implements KyselyPlugin {
  readonly #transformer = new Transformer()

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

class Transformer extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode, queryId?: QueryId): BinaryOperationNode {
    return super.transformBinaryOperation(answerOf(node) ?? node, queryId)
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const { values, columns: _none, ...rest } = node
    const isEmpty = values !== undefined && ValuesNode.is(values) && values.values.length === 0
    return super.transformInsertQuery(isEmpty ? { ...rest, values: noRows } : node, queryId)
  }
}

const noRows = RawNode.createWithSql('select where false')

const answers: Readonly<Record<string, BinaryOperationNode>> = { in: isOneEqual(0), 'not in': isOneEqual(1) }

function isOneEqual(to: number): BinaryOperationNode {
  return BinaryOperationNode.create(
    ValueNode.createImmediate(1),
    OperatorNode.create('='),
    ValueNode.createImmediate(to),
  )
}

/** Null when there is a list with something in it, or none. */
function answerOf({ operator, rightOperand: list }: BinaryOperationNode): BinaryOperationNode | null {
  const isEmpty = (PrimitiveValueListNode.is(list) || ValueListNode.is(list)) && list.values.length === 0
  return (isEmpty && OperatorNode.is(operator) && answers[operator.operator]) || null
}
