//! How much memory this machine, or the container around this process, has.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// Bytes of memory this process may come to use: of the machine, or fewer if a control group around it allows fewer.
pub fn memory_of_machine() -> Option<u64> {
    let machine = read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    machine.into_iter().chain(allowed(Path::new("/sys/fs/cgroup"))).min()
}

/// `MemTotal` of `/proc/meminfo`.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The smallest limit of the groups of this process and of the groups around them.
fn allowed(root: &Path) -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    limits_of(&groups, root)
        .into_iter()
        .filter_map(|file| read_to_string(file).ok())
        .filter_map(|text| limit(&text))
        .min()
}

/// The files that hold limits: `0::/a/b` is a group of version 2, `5:memory:/a/b` one of version 1.
fn limits_of(groups: &str, root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(group)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let (top, name) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => continue,
        };
        // A container often sees its own group as the root, under the name it has outside.
        let mut group = Some(Path::new(group.trim_start_matches('/')));
        while let Some(path) = group {
            files.push(top.join(path).join(name));
            group = path.parent();
        }
    }
    files
}

/// A limit as it is written: a number, or `max`.
fn limit(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        assert_eq!(total("MemFree: 1 kB\nMemTotal:       24000000 kB\n"), Some(24_576_000_000));
        assert_eq!(total("MemTotal: many\n"), None);
    }

    #[test]
    fn limits_of_all_groups_around_count() {
        let files = limits_of("0::/user/job\n5:cpu,memory:/box\n3:pids:/box\n", Path::new("/cg"));
        let files: Vec<_> = files.iter().map(|file| file.to_str().unwrap()).collect();
        assert_eq!(
            files,
            [
                "/cg/user/job/memory.max",
                "/cg/user/memory.max",
                "/cg/memory.max",
                "/cg/memory/box/memory.limit_in_bytes",
                "/cg/memory/memory.limit_in_bytes",
            ]
        );
    }

    #[test]
    fn no_limit_is_none() {
        assert_eq!(limit("max\n"), None);
        assert_eq!(limit("536870912\n"), Some(536_870_912));
    }

    #[test]
    fn this_machine_has_memory() {
        assert!(!cfg!(target_os = "linux") || memory_of_machine().is_some_and(|bytes| bytes > 1 << 20));
    }
}
