"""A request read, bounded, validated and executed, in this order: nothing runs that was not looked at before."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from graphql import (
    DocumentNode,
    ExecutionContext,
    ExecutionResult,
    GraphQLError,
    GraphQLSyntaxError,
    OperationDefinitionNode,
    OperationType,
    OverlappingFieldsCanBeMergedRule,
    StringValueNode,
    get_operation_ast,
    parse,
    specified_rules,
    validate,
)
from graphql import execute as executed
from graphql.execution.values import get_variable_values

from games.graphql.bounds import MOST_TOKENS, Variables, expect_bounded, nodes_of
from games.graphql.context import Context
from games.graphql.merging import FieldsAgreeRule
from games.graphql.plain import PlainExecution
from games.graphql.refusals import extensions_of
from games.graphql.schema import schema
from games.graphql.subscriptions import COMPLETE, asked_for, subscribed
from games.streams.frames import frame
from players import failures
from players.edge.passing import mark_passing
from players.edge.waiting import EVENT_STREAM
from players.errors import ERROR_KINDS, ErrorCode, Json, Refusal
from players.transactions import is_joined, joined_transaction
from players.wire import check_json

MOST_FAULTS: Final = 10
LONGEST_MESSAGE: Final = 300
RULES: Final = (*(rule for rule in specified_rules if rule is not OverlappingFieldsCanBeMergedRule), FieldsAgreeRule)

# "Did you mean …?" would list what a schema has to those who guess. The library has no other switch than this one.
vars(sys.modules["graphql.pyutils.did_you_mean"])["MAX_LENGTH"] = 0

# What was validated once need not be validated again. Only short documents are kept, so that the memory is bounded.
_LONGEST_KEPT: Final = 4_000
_valid: LRUCache[str, DocumentNode] = LRUCache(maxsize=100)
_valid_lock: Final = Lock()

_FAULTS: Final = (
    (re.compile(r"was not provided"), ErrorCode.MISSING_FIELD),
    (re.compile(r"is not defined by type|^Unknown argument"), ErrorCode.UNKNOWN_FIELD),
    (re.compile(r"does not exist in '\w+' enum|non 32-bit"), ErrorCode.INVALID_VALUE),
    (re.compile(r"cannot represent|^Expected |Expected (non-nullable )?type|must not be null"), ErrorCode.WRONG_TYPE),
)
"""GraphQL finds the faults of forms itself; these are its words for what REST has codes for."""
_VARIABLE: Final = re.compile(
    r"Variable '\$(?P<name>\w+)' (got invalid value .*?( at '\w+\.(?P<path>[\w.\[\]]+)')?; )?(?P<said>.*)", re.DOTALL
)
_MEMBER: Final = (
    re.compile(r"^Field '(?:\w+\.)?(\w+)' (?:of required|is not)"),
    re.compile(r"argument '(\w+)'"),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent: the HTTP status and the body."""

    status: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request that may run, and what it costs."""

    document: DocumentNode
    variables: Variables
    operation: str | None
    cost: int
    kind: OperationType

    @property
    def is_subscription(self) -> bool:
        return self.kind is OperationType.SUBSCRIPTION

    @property
    def is_mutation(self) -> bool:
        return self.kind is OperationType.MUTATION


class Faulty(Exception):
    """The document, or its variables, are not what the schema knows."""

    def __init__(self, errors: Sequence[dict[str, Any]]) -> None:
        super().__init__()
        self.errors = errors


def prepare(query: str, variables: Variables, operation: str | None) -> Prepared:
    """Everything that is done before execution.

    Raises Refusal (a bound is not kept, the text is no GraphQL), Faulty (it is, but does not fit the schema).
    """
    with _valid_lock:
        document = _valid.get(query)
    known = document is not None
    if document is None:
        document = _parsed(query)
    cost = expect_bounded(document, variables)
    if not known:
        _expect_valid(document)
        if len(query) <= _LONGEST_KEPT:
            with _valid_lock:
                _valid[query] = document
    chosen = get_operation_ast(document, operation)
    if chosen is None:
        raise Refusal(ErrorCode.INVALID_QUERY, "Say with `operationName` which operation of the document to run.")
    _expect_fitting(chosen, variables)
    return Prepared(document, variables, operation, cost, chosen.operation)


def run(prepared: Prepared, context: Context) -> Answer:
    """Execute. Failures are told as codes, and nothing of their text.

    A mutation and the reading of its answer are one transaction: when something that was asked of the answer is
    refused or fails, nothing was done, and there is no data that would say otherwise.
    """
    if not prepared.is_mutation:
        return _executed(prepared, context)
    with transaction.atomic() if is_joined() else joined_transaction():
        answer = _executed(prepared, context)
        if "errors" in answer.body:
            transaction.set_rollback(True)
            answer.body["data"] = None
        return answer


def follow(prepared: Prepared, context: Context) -> HttpResponseBase:
    """The stream of a subscription. A refusal is told in it, as that of a query is told in its answer.

    Raises Refusal: unavailable, too_many_streams.
    """
    build = ExecutionContext.build(
        schema.graphql_schema,
        prepared.document,
        raw_variable_values=dict(prepared.variables),
        operation_name=prepared.operation,
    )
    root = schema.graphql_schema.subscription_type
    if not isinstance(build, ExecutionContext) or root is None:
        raise TypeError("a subscription was prepared that is none")
    field, arguments = asked_for(build, root)
    try:
        return subscribed(field, arguments, context, lambda happened: _executed(prepared, context, happened).body)
    except Refusal as refusal:
        if refusal.code in (ErrorCode.UNAVAILABLE, ErrorCode.TOO_MANY_STREAMS):
            raise
        mark_passing(context.request, refusal)
        error = GraphQLError("", path=[field])
        told = {"errors": [error_json(refusal, error)], "data": None, "extensions": {"cost": prepared.cost}}
        return streamed(told)


def streamed(body: dict[str, Any]) -> HttpResponse:
    """One answer as a stream that is complete at once."""
    return HttpResponse(frame("next", body) + COMPLETE, content_type=EVENT_STREAM)


def _executed(prepared: Prepared, context: Context, happened: dict[str, Any] | None = None) -> Answer:
    result = executed(
        schema.graphql_schema,
        prepared.document,
        root_value=happened,
        context_value=context,
        variable_values=dict(prepared.variables),
        operation_name=prepared.operation,
        execution_context_class=PlainExecution,
        # All resolvers are plain functions: this saves looking at each value.
        is_awaitable=lambda value: False,
    )
    if not isinstance(result, ExecutionResult):
        raise TypeError("a resolver is a coroutine")
    body: dict[str, Any] = {}
    status = 200
    if result.errors:
        refusals = [_refusal_of(error) for error in result.errors]
        for refusal in refusals:
            mark_passing(context.request, refusal)
        body["errors"] = [error_json(refusal, error) for refusal, error in zip(refusals, result.errors, strict=True)]
        # A refusal is part of the answer; a failure of the service is not.
        status = max([200, *(kind for refusal in refusals if (kind := ERROR_KINDS[refusal.code].status) >= 500)])
    return Answer(status, body | {"data": result.data, "extensions": {"cost": prepared.cost}})


def error_json(refusal: Refusal, error: GraphQLError | None = None) -> dict[str, Json]:
    """A refusal as an entry of `errors`."""
    told: dict[str, Any] = {"message": str(refusal.detail)[:LONGEST_MESSAGE]}
    if error is not None and error.locations:
        told["locations"] = [{"line": place.line, "column": place.column} for place in error.locations[:MOST_FAULTS]]
    if error is not None and error.path:
        told["path"] = error.path
    return told | {"extensions": extensions_of(refusal)}


def _parsed(query: str) -> DocumentNode:
    try:
        document = parse(query, max_lexical_tokens=MOST_TOKENS, max_comments=MOST_TOKENS)
    except GraphQLSyntaxError as error:
        if "more than" in error.message:
            raise Refusal(ErrorCode.QUERY_TOO_COSTLY, f"A document has {MOST_TOKENS} tokens at most.") from None
        if "too deeply" in error.message:
            raise Refusal(ErrorCode.QUERY_TOO_DEEP) from None
        raise Faulty([error_json(Refusal(ErrorCode.INVALID_QUERY, error.message), error)]) from None
    except RecursionError:
        raise Refusal(ErrorCode.QUERY_TOO_DEEP) from None
    for node, _ in nodes_of(document):
        if isinstance(node, StringValueNode):
            # An escape of GraphQL's own may hide what the JSON around it may not hold.
            check_json(node.value)
    return document


def _expect_valid(document: DocumentNode) -> None:
    try:
        errors = validate(schema.graphql_schema, document, RULES, max_errors=MOST_FAULTS)
    except GraphQLError:
        # The rule that a subscription has one field works out directives before there are any values for them. That
        # they may stand there at all is no longer in the specification.
        raise Refusal(ErrorCode.INVALID_QUERY, "Fields of a subscription take no @skip or @include.") from None
    if errors:
        raise Faulty([error_json(_fault(error.message), error) for error in errors[:MOST_FAULTS]])


def _expect_fitting(operation: OperationDefinitionNode, variables: Variables) -> None:
    """The variables are what the operation declares."""
    found = get_variable_values(
        schema.graphql_schema, list(operation.variable_definitions), dict(variables), max_errors=MOST_FAULTS
    )
    if isinstance(found, list):
        raise Faulty([error_json(_fault(error.message), error) for error in found[:MOST_FAULTS]])


def _fault(message: str) -> Refusal:
    """What GraphQL says, with the code that REST has for it. What the value was, the client knows."""
    variable = _VARIABLE.match(message)
    said = message if variable is None else variable["said"].strip()
    code = next((code for words, code in _FAULTS if words.search(said)), ErrorCode.INVALID_QUERY)
    member = next((found[1] for words in _MEMBER if (found := words.search(said))), None)
    if variable is None:
        return Refusal(code, said, field=member)
    steps = [re.sub(r"\[(\d+)\]", r".\1", step) for step in (variable["path"], member) if step]
    return Refusal(code, said, field=".".join(steps) or variable["name"])


def _refusal_of(error: GraphQLError) -> Refusal:
    """An error of GraphQL's own is about what the client sent; all others are ours."""
    if error.original_error is None:
        return Refusal(ErrorCode.INVALID_QUERY, error.message)
    return failures.refusal_of(error.original_error)


def refused(refusal: Refusal) -> Answer:
    """The answer to a request that is not executed."""
    body: dict[str, Any] = {"errors": [error_json(refusal)]}
    cost = refusal.extra.get("cost")
    if cost is not None:
        body["extensions"] = {"cost": cost}
    return Answer(ERROR_KINDS[refusal.code].status, body)


def faulty(faults: Faulty) -> Answer:
    """The answer to a request that does not fit the schema."""
    errors: Sequence[Mapping[str, Any]] = faults.errors
    return Answer(400, {"errors": list(errors)})
