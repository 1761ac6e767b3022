import { type Kysely, sql } from 'kysely'

/** Traces with a full-text index, and the chain of digests. Frozen. */
export const traces = {
  // A migration uses the tables of its time, not the current types.
  // oxlint-disable-next-line typescript/no-explicit-any
  async up(db: Kysely<any>): Promise<void> {
    await sql`
      create table reasoning_traces (
        seq integer primary key,
        stored integer not null,
        id text not null,
        created_at integer not null,
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
        reasoning_tokens integer,
        reasoning_tokens_source text,
        total_tokens integer,
        duration_ms integer,
        answer_hash text,
        answer_chars integer,
        leak_score real,
        redacted_by text,
        channels text not null,
        usage text not null,
        timings text not null,
        boundaries text not null,
        warnings text not null,
        errors text not null,
        tool_calls text not null,
        seals text not null,
        redactions text not null,
        metadata text not null,
        reasoning_text text
      )`.execute(db)
    await sql`create unique index reasoning_traces_id on reasoning_traces (id)`.execute(db)
    await sql`create unique index reasoning_traces_stored on reasoning_traces (stored)`.execute(db)
    await sql`create index reasoning_traces_session on reasoning_traces (session_key) where session_key is not null`.execute(db)
    await sql`create index reasoning_traces_run on reasoning_traces (run_id) where run_id is not null`.execute(db)
    await sql`create index reasoning_traces_request on reasoning_traces (request_id) where request_id is not null`.execute(db)
    await sql`create index reasoning_traces_tenant on reasoning_traces (tenant) where tenant is not null`.execute(db)
    await sql`create index reasoning_traces_model on reasoning_traces (model)`.execute(db)
    await sql`create index reasoning_traces_model_outcome on reasoning_traces (model, outcome)`.execute(db)
    await sql`create index reasoning_traces_provider on reasoning_traces (provider)`.execute(db)
    await sql`create index reasoning_traces_outcome on reasoning_traces (outcome)`.execute(db)
    await sql`create index reasoning_traces_leak on reasoning_traces (seq, leak_score) where leak_score > 0`.execute(db)
    // Small, so that ranges of tokens are found without reading texts.
    await sql`create index reasoning_traces_tokens on reasoning_traces (seq, reasoning_tokens, total_tokens)`.execute(db)

    await sql`
      create virtual table reasoning_traces_text using fts5 (
        reasoning_text, content = 'reasoning_traces', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2'
      )`.execute(db)
    // Deleted text leaves the index at once, not only when its pages are merged.
    await sql`insert into reasoning_traces_text (reasoning_traces_text, rank) values ('secure-delete', 1)`.execute(db)
    await sql`
      create trigger reasoning_traces_text_insert after insert on reasoning_traces when new.reasoning_text is not null begin
        insert into reasoning_traces_text (rowid, reasoning_text) values (new.seq, new.reasoning_text);
      end`.execute(db)
    await sql`
      create trigger reasoning_traces_text_delete after delete on reasoning_traces when old.reasoning_text is not null begin
        insert into reasoning_traces_text (reasoning_traces_text, rowid, reasoning_text) values ('delete', old.seq, old.reasoning_text);
      end`.execute(db)

    await sql`
      create table trace_chain (
        position integer primary key, kind text not null, id_hash text not null, digest text not null, link text not null, at integer not null
      )`.execute(db)
    await sql`create index trace_chain_id on trace_chain (id_hash)`.execute(db)
  },
}
