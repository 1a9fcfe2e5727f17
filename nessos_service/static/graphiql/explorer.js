// Starts GraphiQL on /graphql, with a first query that works without a token.
"use strict";

const FIRST_QUERY = `# Press Ctrl-Enter to run this.
{
  games(first: 5, status: [open, active], order: newest) {
    nodes {
      id
      name
      status
      seats { seat player { name kind } points }
    }
    pageInfo { hasNextPage endCursor }
  }
  bots { level description }
}

# With {"Authorization": "Bearer nss_…"} under Headers:
# { me { name turns { nodes { id deadline you { hand } } } } }
`;

const root = document.getElementById("graphiql");
// Who asks is whose token stands under Headers, not who happens to be logged in to the pages.
const fetcher = GraphiQL.createFetcher({
  url: root.dataset.endpoint,
  fetch: (address, how) => fetch(address, { ...how, credentials: "omit" }),
});
ReactDOM.createRoot(root).render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultQuery: FIRST_QUERY,
    defaultHeaders: "{}",
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
    defaultEditorToolsVisibility: false,
  })
);
