import { type Kysely, sql } from 'kysely'

/** Traces in partitions by time, a table of their ids, and the chain of digests. Frozen. */
export const traces = {
  // A migration uses the tables of its time, not the current types.
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
    // Includes the tokens, so that their ranges are found without reading rows.
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

    // A unique index on a partitioned table must include the time. This table makes ids unique, and locates their traces. The transaction id gives the order of
    // storing.
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
