// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"

#include "core/base/text.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tw {
namespace {

namespace fs = std::filesystem;

Error fileError(Code code, const fs::path& path, std::string_view what)
{
    return {.code = code, .message = cat(what, ": ", std::strerror(errno)), .place = {.file = path.string()}};
}

Code openFailure()
{
    return errno == ENOENT ? Code::FileNotFound : Code::FileUnreadable;
}

class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (fd_ >= 0)
            ::close(fd_);
    }
    int get() const { return fd_; }

private:
    int fd_;
};

struct Mapping {
    void* address = nullptr;
    std::size_t length = 0;
    ~Mapping() { ::munmap(address, length); }
};

// Another program may rewrite a mapped file in place, which takes its pages away and kills the reader. Files of
// everyday size are read instead; only for the large ones is the copy worth avoiding.
constexpr std::size_t kReadBelow = std::size_t{64} << 20;

Result<Bytes> readBytes(int fd, std::size_t length, const fs::path& path)
{
    std::vector<std::byte> data(length);
    std::size_t done = 0;
    while (done < length) {
        const auto got = ::read(fd, data.data() + done, length - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fileError(Code::FileUnreadable, path, "cannot be read");
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    data.resize(done);
    return Bytes::own(std::move(data));
}

fs::path siblingName(const fs::path& path)
{
    const auto absolute = fs::absolute(path).lexically_normal();
    const auto clean = absolute.has_filename() ? absolute : absolute.parent_path();
    return clean.parent_path() / cat(".", clean.filename().string(), ".part-", ::getpid());
}

Result<void> writeWhole(const fs::path& path, std::string_view content)
{
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.get() < 0)
        return fileError(Code::FileNotWritable, path, "cannot be written");
    std::size_t done = 0;
    while (done < content.size()) {
        const auto wrote = ::write(file.get(), content.data() + done, content.size() - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return fileError(Code::FileNotWritable, path, "cannot be written");
        done += static_cast<std::size_t>(wrote);
    }
    if (::fsync(file.get()) != 0 && errno != EINVAL)
        return fileError(Code::FileNotWritable, path, "cannot be written");
    return {};
}

Result<void> writeTree(const fs::path& root, const std::map<std::string, std::string>& files)
{
    std::error_code failure;
    for (const auto& [name, content] : files) {
        fs::create_directories((root / name).parent_path(), failure);
        if (failure)
            return Error{.code = Code::FileNotWritable, .message = cat("cannot be created: ", failure.message()),
                         .place = {.file = (root / name).parent_path().string()}};
        TW_TRY_VOID(writeWhole(root / name, content));
    }
    return {};
}

Result<void> swapFolders(const fs::path& fresh, const fs::path& path)
{
    std::error_code failure;
    const fs::path old = fresh.string() + "-old";
    const bool existed = fs::exists(path);
    if (existed)
        fs::rename(path, old, failure);
    if (!failure)
        fs::rename(fresh, path, failure);
    if (failure) {
        const std::string reason = failure.message();
        if (existed && !fs::exists(path))
            fs::rename(old, path, failure);
        return Error{.code = Code::FileNotWritable, .message = cat("cannot be replaced: ", reason),
                     .place = {.file = path.string()}};
    }
    fs::remove_all(old, failure);
    return {};
}

}  // namespace

Bytes Bytes::slice(std::size_t offset, std::size_t length) const
{
    TW_CHECK(offset <= view.size() && length <= view.size() - offset);
    return {view.subspan(offset, length), keepAlive};
}

Bytes Bytes::own(std::vector<std::byte> data)
{
    auto owner = std::make_shared<const std::vector<std::byte>>(std::move(data));
    return {std::span<const std::byte>(*owner), owner};
}

Bytes Bytes::copyOf(std::string_view text)
{
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return own({begin, begin + text.size()});
}

Result<std::string> readTextFile(const fs::path& path)
{
    TW_TRY(const auto bytes, mapFile(path));
    return std::string(reinterpret_cast<const char*>(bytes.view.data()), bytes.size());
}

Result<Bytes> mapFile(const fs::path& path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0)
        return fileError(openFailure(), path, "cannot be opened");
    struct stat status {};
    if (::fstat(file.get(), &status) != 0)
        return fileError(Code::FileUnreadable, path, "cannot be read");
    if (!S_ISREG(status.st_mode))
        return Error{.code = Code::FileUnreadable, .message = "is not a regular file", .place = {.file = path.string()}};
    if (status.st_size == 0)
        return Bytes{};
    const auto length = static_cast<std::size_t>(status.st_size);
    if (length <= kReadBelow)
        return readBytes(file.get(), length, path);
    void* address = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (address == MAP_FAILED)
        return fileError(Code::FileUnreadable, path, "cannot be mapped");
    auto mapping = std::make_shared<Mapping>();
    mapping->address = address;
    mapping->length = length;
    return Bytes{{static_cast<const std::byte*>(address), length}, mapping};
}

Result<void> writeFileAtomically(const fs::path& path, std::string_view content)
{
    const auto part = siblingName(path);
    const auto written = writeWhole(part, content);
    std::error_code failure;
    if (!written) {
        fs::remove(part, failure);
        return written.error().at({.file = path.string()});
    }
    fs::rename(part, path, failure);
    if (failure) {
        const std::string reason = failure.message();
        fs::remove(part, failure);
        return Error{.code = Code::FileNotWritable, .message = cat("cannot be replaced: ", reason),
                     .place = {.file = path.string()}};
    }
    return {};
}

Result<void> writeFolderAtomically(const fs::path& path, const std::map<std::string, std::string>& files)
{
    const auto fresh = siblingName(path);
    std::error_code ignored;
    fs::remove_all(fresh, ignored);
    auto written = writeTree(fresh, files);
    if (written)
        written = swapFolders(fresh, path);
    fs::remove_all(fresh, ignored);
    return written;
}

Result<TemporaryFolder> TemporaryFolder::create(std::string_view prefix)
{
    std::string pattern = (fs::temp_directory_path() / cat(prefix, "-XXXXXX")).string();
    if (::mkdtemp(pattern.data()) == nullptr)
        return fileError(Code::FileNotWritable, pattern, "temporary folder cannot be created");
    return TemporaryFolder(pattern);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!path_.empty())
        fs::remove_all(path_, ignored);
}

}  // namespace tw
