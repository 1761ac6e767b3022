import { type Kysely, sql } from 'kysely'

/** Traces in partitions by time, their ids in one table, and the chain of digests. Frozen. */
export const traces = {
  // A migration knows the tables as they were then, not as our types have them now.
  // oxlint-disable-next-line typescript/no-explicit-any
  async up(db: Kysely<any>): Promise<void> {
    await sql`
      create table reasoning_traces (
        id text collate "C" not null,
        created_at timestamptz not null,
        session_key text,
        run_id text,
        request_id text,
        tenant text,
        model text,
        provider text,
        adapter text,
        adapter_version text,
        policy_version text,
        class text not null,
        mode text not null,
        outcome text not null,
        reasoning_tokens bigint,
        reasoning_tokens_source text,
        total_tokens bigint,
        duration_ms bigint,
        answer_hash text,
        answer_chars bigint,
        leak_score double precision,
        redacted_by text,
        channels jsonb not null,
        usage jsonb not null,
        timings jsonb not null,
        boundaries jsonb not null,
        warnings jsonb not null,
        errors jsonb not null,
        tool_calls jsonb not null,
        seals jsonb not null,
        redactions jsonb not null,
        metadata jsonb not null,
        reasoning_text text,
        search tsvector
      ) partition by range (created_at)`.execute(db)
    // The tokens are in it so that ranges of them are found without reading rows.
    await sql`create index reasoning_traces_time on reasoning_traces (created_at, id, reasoning_tokens, total_tokens)`.execute(db)
    await sql`create index reasoning_traces_session on reasoning_traces (session_key, created_at) where session_key is not null`.execute(db)
    await sql`create index reasoning_traces_run on reasoning_traces (run_id, created_at) where run_id is not null`.execute(db)
    await sql`create index reasoning_traces_request on reasoning_traces (request_id) where request_id is not null`.execute(db)
    await sql`create index reasoning_traces_tenant on reasoning_traces (tenant, created_at) where tenant is not null`.execute(db)
    await sql`create index reasoning_traces_model on reasoning_traces (model, created_at)`.execute(db)
    await sql`create index reasoning_traces_model_outcome on reasoning_traces (model, outcome, created_at)`.execute(db)
    await sql`create index reasoning_traces_provider on reasoning_traces (provider, created_at)`.execute(db)
    await sql`create index reasoning_traces_outcome on reasoning_traces (outcome, created_at)`.execute(db)
    await sql`create index reasoning_traces_leak on reasoning_traces (created_at, leak_score) where leak_score > 0`.execute(db)
    await sql`create index reasoning_traces_search on reasoning_traces using gin (search)`.execute(db)

    // What is unique in a table of partitions has to hold the time. Here an id is unique, and says where its trace is. The transaction orders by storing.
    await sql`
      create table trace_ids (
        id text collate "C" primary key, created_at timestamptz not null, tx xid8 not null default pg_current_xact_id()
      )`.execute(db)
    await sql`create index trace_ids_tx on trace_ids (tx, id)`.execute(db)

    await sql`
      create table trace_chain (
        position bigint primary key, kind text not null, id_hash text not null, digest text not null, link text not null, at bigint not null
      )`.execute(db)
    await sql`create index trace_chain_id on trace_chain (id_hash)`.execute(db)
  },
}
